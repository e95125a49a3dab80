// The animations of the table that run now, and what is on the page only to be moved by them.

const EASE = 'cubic-bezier(.2,.8,.2,1)';
const running = new Map();   // animation → the element that goes with it, or null

/** Plays an animation until it ends or the next frame comes. Times in ms. */
export function play(element, frames, timing, ghost = null) {
  const animation = element.animate(frames, { easing: EASE, fill: 'backwards', ...timing });
  const end = () => { running.delete(animation); ghost?.remove(); };
  running.set(animation, ghost);
  animation.onfinish = end;
  animation.oncancel = end;
}

/** Plays an animation of something that is there for it alone; it lies on the felt, over nothing that is pressed. */
export function playGhost(element, frames, timing) {
  element.classList.add('flying');
  element.setAttribute('aria-hidden', 'true');
  document.querySelector('.felt')?.append(element);
  play(element, frames, timing, element);
}

/** Ends everything at once, as it would have ended. */
export function finishAll() {
  for (const [animation, ghost] of running) {
    animation.finish();
    ghost?.remove();
  }
  running.clear();
}

export const middle = box => [box.x + box.width / 2, box.y + box.height / 2];
