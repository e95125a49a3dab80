// A refused form comes back with a summary on top; focus goes there, so that it is the first thing read.
document.querySelector('[data-problems]')?.focus();
