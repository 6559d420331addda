export interface Program {
  readonly name: string;
  readonly commands: readonly string[];
  readonly variable: string | null;
  readonly tests: string;
  readonly install: string;
}

export const CHROMIUM: Program;
export const NGINX: Program;
export function findProgram(program: Program): string | null;
export function skipWithout(program: Program): string | false;
