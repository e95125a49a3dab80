// The replay of a finished match. Every step is a link that works without this; here it changes the page in place.
import './table/side.js';
import './replay/controls.js';
import './replay/keyboard.js';
