// data-copy="#field" copies a field's value and says data-copied; data-share="url" opens the system's share sheet.
import { notice } from './notices.js';

async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch { // no permission, or not a secure page
    field.select();
    document.execCommand('copy');
  }
}

document.addEventListener('click', async event => {
  const copier = event.target.closest('[data-copy]');
  const sharer = event.target.closest('[data-share]');
  if (copier) {
    event.preventDefault();
    await copy(document.querySelector(copier.dataset.copy));
    notice(copier.dataset.copied);
  } else if (sharer) {
    event.preventDefault();
    if (navigator.share) navigator.share({ url: sharer.dataset.share }).catch(() => { /* put away unsent */ });
    else document.querySelector('[data-copy]')?.click();
  }
});
