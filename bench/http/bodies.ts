/** Bodies of a given size, as clients of an API send them. */

interface Person {
  readonly id: number;
  readonly name: string;
  readonly mail: string;
  readonly tags: readonly string[];
  readonly active: boolean;
}

/** All ids have the same length, so that all lists have the same size. */
const FIRST_PERSON = 100;
const PEOPLE = 900;

/** A list of people that takes `bytes` as JSON, a different one for each index; a short text fills the remaining bytes. */
export function people(bytes: number, index: number): { people: Person[]; rest: string } {
  const list: Person[] = [];
  for (let length = JSON.stringify({ people: [], rest: '' }).length; ; ) {
    const person = personOf(FIRST_PERSON + ((index + list.length) % PEOPLE));
    length += JSON.stringify(person).length + 1;
    if (length > bytes) break;
    list.push(person);
  }
  const rest = bytes - JSON.stringify({ people: list, rest: '' }).length;
  return { people: list, rest: 'x'.repeat(Math.max(0, rest)) };
}

export function form(bytes: number, id: string): string {
  let text = `name=Ada+Lovelace+${id}&mail=ada${id}%40example.com`;
  for (let i = 0; text.length < bytes; i++) text += `&field${i}=value+number+${i}+of+${id}`;
  return text.slice(0, bytes);
}

function personOf(id: number): Person {
  return {
    id,
    name: `Person ${id}`,
    mail: `person${id}@example.com`,
    tags: ['reader', 'writer'],
    active: true,
  };
}
