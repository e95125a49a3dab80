// The behaviours every page has; each module listens on the document and knows only its own data-* hook.
import './dialogs.js';
import './back.js';
import './settings.js';
import './notices.js';
import './copy.js';
import './reveal.js';
import './problems.js';
import './kept.js';
import './once.js';
import './app.js';
