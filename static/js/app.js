// Registers the service worker when the page has all it needs. Without one (plain HTTP, some private windows) nothing is missed.
function register() {
  navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => { /* refused: the site works as well */ });
}

if (navigator.serviceWorker) {
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
