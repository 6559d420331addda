/** The names of a layer's parameters at registration: its keys are public, and may be changed later. */
export type KeyNames = readonly (string | number)[];

interface Named {
  name: string | number;
}

const NONE: KeyNames = [];

export function namesOf(keys: readonly Named[]): KeyNames {
  return keys.length === 0 ? NONE : keys.map((key) => key.name);
}

/** Whether keys still have these names. */
export function haveNames(keys: readonly (Named | undefined)[] | undefined, names: KeyNames): boolean {
  if (keys?.length !== names.length) return false;
  for (let i = 0; i < names.length; i++) if (keys[i]?.name !== names[i]) return false;
  return true;
}
