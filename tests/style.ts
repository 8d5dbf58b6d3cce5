// `npm run style`: rejects comments that open with a question word, refer to documents outside the repository
// or use words that hide who does what, and commit subjects that are too long. `-- src/server/mail` checks one folder.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** A pattern that comments must not have, and what to write instead. */
const RULES: readonly [pattern: RegExp, advice: string][] = [
  [/^(?:What|Whether|Who|Whom|Whose|Where|How|Why|By what|Whoever)\b/, 'open with a verb in the third person: "Returns …", "Checks …"'],
  [/\b(?:is|are|has|have|gives?|with) none\b|\bthere is none\b|\bnone is\b/i, 'say null, missing or empty'],
  [/\b(?:somebody|nobody|whom)\b/i, 'name the person: the owner, the client, the visitor'],
  [/\b(?:is|are|was|were|gets?|as|unless) told\b|\btold to\b|\btells\b/i, 'say reports, shows, notifies or returns'],
  [/\b(?:decisions?|corrections?) [A-Z]\d|\bX\d{1,3}\b|\b[SP]?§ ?\d/, 'state the rule itself'],
  [
    /\b(?:guide|spec)\/[a-z]|\b(?:automation|back-office|public-site|reliability|traps|api|people|money-in|decisions)\.md\b/,
    'state the rule itself',
  ],
];

/** Laws and standards are cited by section. */
const OUTSIDE_SOURCE = /\b(?:Act|RFC|ISO|WCAG|HTML|Regulations?)\b/;

const SUBJECT_LENGTH = 72;
/** The last commit before subjects were checked. */
const CHECKED_AFTER = '318b668';

type Comment = { line: number; text: string };

/** Returns the comments of a source file, each without its marks and with its whitespace folded. */
function findComments(name: string): Comment[] {
  const source = readFileSync(name, 'utf8');
  const comments = name.endsWith('.css')
    ? [...source.matchAll(/\/\*(.*?)\*\//gs)].map(({ index, 1: value = '' }) => ({ start: index, value }))
    : parseSync(name, source).comments;
  return comments.map(({ start, value }) => ({
    line: source.slice(0, start).split('\n').length,
    text: value
      .replace(/^\*/, '')
      .replace(/\n\s*\* ?/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  }));
}

/** Returns the files of a folder and its subfolders, or of the project's top level only. */
const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' }).map((name) => path.join(folder, name));

const git = (...args: string[]): string[] => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

function findLongSubjects(): string[] {
  try {
    return git('log', '--format=%h %s', `${CHECKED_AFTER}..HEAD`).filter((row) => row.length - row.indexOf(' ') - 1 > SUBJECT_LENGTH);
  } catch {
    return []; // A copy without the history.
  }
}

const folders = process.argv.slice(2);
const names = (folders.length > 0 ? folders : ['src', 'db', 'tests', '.'])
  .flatMap(listFiles)
  .filter((name) => /\.(ts|tsx|mjs|css)$/.test(name) && !name.endsWith('.gen.ts') && name !== 'tests/style.ts');
const found = names.flatMap((name) =>
  findComments(name).flatMap(({ line, text }) =>
    RULES.filter(([pattern]) => pattern.test(text) && !(OUTSIDE_SOURCE.test(text) && pattern.source.includes('§'))).map(
      ([, advice]) => `${name}:${line} ${advice}\n    ${text.slice(0, 140)}`,
    ),
  ),
);
const subjects = findLongSubjects().map((subject) => `${subject}: more than ${SUBJECT_LENGTH} characters`);
for (const row of [...found, ...subjects]) console.error(row);
if (found.length + subjects.length > 0) process.exitCode = 1;
console.log(`${names.length} files, ${found.length} comments to rewrite`);
