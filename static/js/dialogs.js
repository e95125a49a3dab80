// Native dialogs: data-open="#id" opens one, data-close or a press on the backdrop closes it; focus returns by itself.
document.addEventListener('click', event => {
  const opener = event.target.closest('[data-open]');
  if (opener) {
    event.preventDefault();
    document.querySelector(opener.dataset.open)?.showModal();
  } else if (event.target.closest('[data-close]')) {
    event.target.closest('dialog').close();
  } else if (event.target.matches('dialog')) {
    event.target.close();
  }
});
