// The table. The server judges and renders; these modules pick cards, keep time, speak, move and hold the line.
// They work on whatever the page holds now, since any fragment may be replaced at any time.
import './table/frames.js';
import './table/connection.js';
import './table/sitenews.js';
import './table/commands.js';
import './table/fairness.js';
import './table/selection.js';
import './table/keyboard.js';
import './table/ahead.js';
import './table/trick.js';
import './table/clock.js';
import './table/speech.js';
import './table/title.js';
import './table/toast.js';
import './table/side.js';
import './table/chat.js';
import './table/asked.js';
import './table/tips.js';
import './table/steady.js';
import './table/motion.js';
import './table/awake.js';
