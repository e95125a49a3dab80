// Puts this browser's settings on <html> before the first paint, unless the account's are there already; loaded
// blocking in <head>, it must stay tiny.
(function (root) {
  if (root.dataset.account && root.dataset.fresh === undefined) return;
  'theme contrast size motion sound vib notify cards autopass keys tips'.split(' ').forEach(function (name) {
    try {
      var value = localStorage.getItem('kings-' + name);
      if (value) root.dataset[name] = value;
    } catch (error) { /* storage is blocked: the defaults stand */ }
  });
})(document.documentElement);
