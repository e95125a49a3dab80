// data-reveal="#field" shows or hides what is typed into a password field.
document.addEventListener('click', event => {
  const button = event.target.closest('[data-reveal]');
  if (!button) return;
  const field = document.querySelector(button.dataset.reveal);
  const shown = field.type === 'password';
  field.type = shown ? 'text' : 'password';
  button.setAttribute('aria-pressed', String(shown));
});
// A browser remembers fields by their type: send a shown password as a password.
document.addEventListener('submit', event => {
  event.target.querySelectorAll('[data-reveal][aria-pressed=true]').forEach(button => button.click());
});
