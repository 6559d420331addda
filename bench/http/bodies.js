/** Bodies of a given size, as clients of an API send them. */

/** A list of people that takes `bytes` as JSON; a short text fills it up to the byte. */
export function people(bytes) {
  const list = [];
  for (let length = JSON.stringify({ people: [], rest: '' }).length; ; ) {
    const person = personOf(list.length);
    length += JSON.stringify(person).length + 1;
    if (length > bytes) break;
    list.push(person);
  }
  const rest = bytes - JSON.stringify({ people: list, rest: '' }).length;
  return { people: list, rest: 'x'.repeat(Math.max(0, rest)) };
}

export function form(bytes) {
  let text = 'name=Ada+Lovelace&mail=ada%40example.com';
  for (let i = 0; text.length < bytes; i++) text += `&field${i}=value+number+${i}`;
  return text.slice(0, bytes);
}

function personOf(id) {
  return {
    id,
    name: `Person ${id}`,
    mail: `person${id}@example.com`,
    tags: ['reader', 'writer'],
    active: true,
  };
}
