/** Files and functions that can be taken in at a glance, and no file so small that it only sends its reader elsewhere. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

const MAX_FILE_LINES = 400
const MAX_FUNCTION_LINES = 80
/** A file with fewer lines belongs into the one file that uses it. */
const MIN_FILE_LINES = 45

const TEST_FILE = /\.(?:test|spec)\.tsx?$/
const TEST_CALLS = new Set(['test', 'it', 'describe', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach'])
/** People look for these by the name of their layer, however small they are. */
const LAYER_FILE =
  /\.(?:public|ports|policy|queries|service|routes|workflow|activities|worker|api|texts|keys)\.ts$|\.screen\.tsx$/

interface Outline {
  lines: number
  longFunctions: { name: string; line: number; lines: number }[]
  imports: string[]
  /** Files that are loaded when needed must be files of their own. */
  lazyImports: string[]
  exportsComponent: boolean
}

function isComponentExport(node: ts.Node): boolean {
  const declared = ts.isVariableStatement(node) ? [...node.declarationList.declarations] : [node]
  const isExported =
    ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  return (
    isExported === true &&
    declared.some(
      (one) =>
        (ts.isFunctionDeclaration(one) || ts.isClassDeclaration(one) || ts.isVariableDeclaration(one)) &&
        one.name !== undefined &&
        ts.isIdentifier(one.name) &&
        /^[A-Z]\w*[a-z]/.test(one.name.text),
    )
  )
}

/** The first word of what is called: `test` in `test.each(cases)('name', body)`. */
function calledRoot(called: ts.Expression): string | undefined {
  if (ts.isIdentifier(called)) return called.text
  if (ts.isTaggedTemplateExpression(called)) return calledRoot(called.tag)
  return ts.isCallExpression(called) || ts.isPropertyAccessExpression(called)
    ? calledRoot(called.expression)
    : undefined
}

function nameOf(node: ts.SignatureDeclaration, parent: ts.Node): string {
  const isNamed =
    ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)
  const name = node.name ?? (isNamed ? parent.name : undefined)
  return name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) ? name.text : 'an unnamed function'
}

/** Where an import leads, without its ending; nothing where it leads out of this repository. */
function targetOf(file: string, specifier: string): string | undefined {
  const [, workspace, path] = /^@throughline\/(contracts|flow)\/(.+)$/.exec(specifier) ?? []
  if (workspace && path) return join(workspace, 'src', path)
  return specifier.startsWith('.') ? join(dirname(file), specifier) : undefined
}

function outlineOf(file: string, source: string): Outline {
  const tree = ts.createSourceFile(file, source, {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  })
  const lineAt = (position: number) => tree.getLineAndCharacterOfPosition(position).line + 1
  const outline: Outline = {
    lines: source.split('\n').length - 1,
    longFunctions: [],
    imports: [],
    lazyImports: [],
    exportsComponent: file.endsWith('.tsx') && tree.statements.some(isComponentExport),
  }
  const addImport = (to: string[], specifier: ts.Node | undefined) => {
    const target = specifier && ts.isStringLiteral(specifier) ? targetOf(file, specifier.text) : undefined
    if (target !== undefined) to.push(target)
  }
  const isTestBody = (node: ts.Node, parent: ts.Node) =>
    TEST_FILE.test(file) &&
    ts.isCallExpression(parent) &&
    parent.arguments.some((argument) => argument === node) &&
    TEST_CALLS.has(calledRoot(parent.expression) ?? '')
  const visit = (node: ts.Node, parent: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) addImport(outline.imports, node.moduleSpecifier)
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      addImport(outline.lazyImports, node.arguments[0])
    if (ts.isFunctionLike(node) && !isTestBody(node, parent)) {
      const line = lineAt(node.getStart(tree))
      const lines = lineAt(node.end) - line + 1
      if (lines > MAX_FUNCTION_LINES) outline.longFunctions.push({ name: nameOf(node, parent), line, lines })
    }
    ts.forEachChild(node, (child) => visit(child, node))
  }
  visit(tree, tree)
  return outline
}

/** By file, who imports it: tests too, since what has a test of its own is a thing of its own. */
function importersIn(outlines: ReadonlyMap<string, Outline>, kind: 'imports' | 'lazyImports') {
  const importers = new Map<string, Set<string>>()
  for (const [file, outline] of outlines)
    for (const target of outline[kind]) {
      const found = [target, `${target}.ts`, `${target}.tsx`].find((path) => outlines.has(path))
      if (found) importers.set(found, (importers.get(found) ?? new Set()).add(file))
    }
  return importers
}

export function sizeProblemsOf(sources: ReadonlyMap<string, string>): string[] {
  const outlines = new Map([...sources].map(([file, source]) => [file, outlineOf(file, source)]))
  const importers = importersIn(outlines, 'imports')
  const lazyImporters = importersIn(outlines, 'lazyImports')
  return [...outlines].flatMap(([file, { lines, longFunctions, exportsComponent }]) => {
    const problems = longFunctions.map(
      (long) => `${file}:${long.line} ${long.name} has ${long.lines} lines: at most ${MAX_FUNCTION_LINES}`,
    )
    if (lines > MAX_FILE_LINES) problems.push(`${file} has ${lines} lines: at most ${MAX_FILE_LINES}`)
    const [importer, ...others] = importers.get(file) ?? []
    if (
      importer !== undefined &&
      others.length === 0 &&
      dirname(importer) === dirname(file) &&
      !TEST_FILE.test(importer) &&
      lines < MIN_FILE_LINES &&
      !exportsComponent &&
      !LAYER_FILE.test(file) &&
      !lazyImporters.has(file)
    )
      problems.push(`${file} has ${lines} lines, and only ${importer} imports it: it belongs in there`)
    return problems
  })
}

export function sizeProblems(): string[] {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && !file.includes('.gen.') && existsSync(file))
  return sizeProblemsOf(new Map(files.map((file) => [file, readFileSync(file, 'utf8')])))
}
