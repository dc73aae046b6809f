// Moves the secret of a link that works once from behind the `#`, which browsers send to no server, into the form, and sends it.
// The secret must not stay in the address bar.
const field = document.querySelector<HTMLInputElement>('input[name="link"]');
const secret = location.hash.slice(1);

if (field?.form && secret !== '') {
  history.replaceState(null, '', location.pathname + location.search);
  field.value = secret;
  field.form.requestSubmit();
}
