/** Words that no type, function, constant or file is named with; docs/glossary.md has those of the trade. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import ts from 'typescript'

const SOURCES = ['contracts/src', 'flow/src', 'server/src', 'server/test', 'web/src', 'bench', 'e2e', 'scripts']
const NAMES = ['sight', 'Seer', 'Asked', 'Took', 'tellInstance', 'saidIn', 'whoSees']
/** Also as the beginning of a longer name: `AskedPage`, but not `Askedness`. */
const REFUSED = new RegExp(`^(?:${NAMES.join('|')})(?![a-z])`)
const MENTIONED = new RegExp(NAMES.join('|'))

const inKebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^-/, '')
const FILES = new RegExp(`(?:^|[-.])(?:${NAMES.map(inKebab).join('|')})(?=[-.])`)

function declaredName(node: ts.Node): ts.Identifier | undefined {
  const isDeclared =
    ts.isFunctionDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isVariableDeclaration(node)
  return isDeclared && node.name && ts.isIdentifier(node.name) ? node.name : undefined
}

export function nameProblemsOf(file: string, source: string): string[] {
  const problems = FILES.test(basename(file))
    ? [`${file} is named with a word of our own: name it for what it does`]
    : []
  if (!MENTIONED.test(source)) return problems
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest)
  const visit = (node: ts.Node) => {
    const name = declaredName(node)
    if (name && REFUSED.test(name.text)) {
      const { line } = tree.getLineAndCharacterOfPosition(name.pos)
      problems.push(`${file}:${line + 1} names ${name.text}: use the word of the trade`)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return problems
}

export function nameProblems(): string[] {
  const patterns = SOURCES.flatMap((folder) => [`${folder}/**/*.ts`, `${folder}/**/*.tsx`])
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...patterns], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && existsSync(file))
    .flatMap((file) => nameProblemsOf(file, readFileSync(file, 'utf8')))
}
