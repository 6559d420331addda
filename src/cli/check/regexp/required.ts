/** Escapes, character classes, the start and end of groups, and choices. */
const TOKEN = /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?<([A-Za-z_$][\w$]*)>)?|\)([?*]|\{0)?|\|/g;

interface Group {
  readonly isWanted: boolean;
  /** Whether it has the wanted group inside, which is not optional there. */
  contains: boolean;
  hasChoice: boolean;
}

/** Whether a group of this name is part of every match of a regular expression. */
export function isRequiredGroup(source: string, wanted: string): boolean {
  const open: Group[] = [{ isWanted: false, contains: false, hasChoice: false }];
  for (const [token, name, optional] of source.matchAll(TOKEN)) {
    if (token.startsWith('(')) open.push({ isWanted: name === wanted, contains: false, hasChoice: false });
    else if (token === '|') open.at(-1)!.hasChoice = true;
    else if (token.startsWith(')')) {
      const isRequired = optional === undefined && hasWanted(open.pop()!);
      if (isRequired) open.at(-1)!.contains = true;
    }
  }
  return hasWanted(open[0]!);
}

function hasWanted({ isWanted, contains, hasChoice }: Group): boolean {
  return isWanted || (contains && !hasChoice);
}
