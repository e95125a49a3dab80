// Back closes what lies over the page (a dialog, the log's sheet) instead of leaving the page. Whatever opens gets an
// entry in the history; whatever closes by other means takes its entry away again.
const covers = [];   // what closes them, oldest first: one entry of the history each
let ownSteps = 0;    // steps back that were taken here and whose `popstate` is still to come

function takeBack(count) {
  ownSteps += 1;
  history.go(-count);
}

/** Something opened that Back must close, by calling `close`. Returns what to call when it closed by other means. */
export function cover(close) {
  covers.push(close);
  history.pushState({ covers: covers.length }, '');
  return () => {
    const at = covers.indexOf(close);
    if (at < 0) return;
    covers.splice(at, 1);
    takeBack(1);
  };
}

/** Entries of covers that are not there: left by a reload, or reached by Forward. */
function dropLeftOver() {
  const extra = (history.state?.covers || 0) - covers.length;
  if (extra > 0) takeBack(extra);
}

addEventListener('popstate', () => {
  if (ownSteps) { ownSteps -= 1; return; }
  if ((history.state?.covers || 0) > covers.length) return dropLeftOver();
  covers.pop()?.();
});

// Native dialogs are opened and closed in many ways; their attribute tells of all of them.
const uncover = new Map();
new MutationObserver(changes => {
  for (const dialog of new Set(changes.map(change => change.target))) {
    if (!dialog.matches('dialog') || dialog.open === uncover.has(dialog)) continue;
    if (dialog.open) {
      uncover.set(dialog, cover(() => dialog.close()));
    } else {
      uncover.get(dialog)();
      uncover.delete(dialog);
    }
  }
}).observe(document.documentElement, { subtree: true, attributeFilter: ['open'] });

dropLeftOver();
