/** Help is there for every screen, and each key that it names is one of the product. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import ts from 'typescript'

const APP = 'web/src/app'
const TOPIC = /^web\/src\/areas\/help\/topics\/[^/]+\.texts\.ts$/
/** Where the keys of a topic's screens are declared, beside those of the shell, of every list, and of every draft. */
const EVERYWHERE = [`${APP}/`, 'web/src/shared/list-page/', 'web/src/shared/draft/']
const AREAS_OF: Record<string, readonly string[]> = {
  'getting-started': [],
  workflows: ['workflows'],
  tasks: ['tasks', 'instances'],
  forms: ['forms', 'websites'],
  files: ['documents'],
  analytics: ['home', 'tasks', 'instances', 'calendar'],
  inbox: ['inbox', 'tasks'],
  org: ['org', 'audit'],
}
/** The browser's own: it follows the link in focus. */
const OF_BROWSERS = ['Enter']
/** Keys that are worked out, by the code that does. */
const WORKED_OUT: Record<string, readonly string[]> = {
  'String(n + 1)': ['1', '2', '3', '4'],
  'String(place + 1)': ['1', '2', '3', '4'],
  '`${at + 1}`': ['1', '2', '3', '4'],
  'verdict.charAt(0)': ['a', 'c', 'r'],
}

type Sources = ReadonlyMap<string, string>

const parsed = (file: string, source: string) => ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)

function eachNode(node: ts.Node, act: (node: ts.Node) => void) {
  act(node)
  ts.forEachChild(node, (child) => eachNode(child, act))
}

const nameOf = (name: ts.Node): string | undefined =>
  ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name) ? name.text : undefined

const propertyNames = (object: ts.ObjectLiteralExpression): string[] =>
  object.properties.flatMap(({ name }) => (name && nameOf(name)) ?? [])

const plainKey = (key: string) => (key === ' ' ? 'Space' : key.length === 1 ? key.toLowerCase() : key)

/** The same comparison means another key where the command key is asked for as well. */
function inModified(node: ts.Node): boolean {
  const around = ts.findAncestor(node, ts.isFunctionLike)
  return around?.getText().includes('hasMod(') ?? false
}

function keysComparedIn(node: ts.Node): string[] {
  const pair = ts.isBinaryExpression(node)
    ? [node.left, node.right]
    : ts.isCaseClause(node)
      ? [node.parent.parent.expression, node.expression]
      : []
  const [pressed, key] = pair
  if (!pressed || !key || !ts.isStringLiteralLike(key) || !/\bkey(\.toLowerCase\(\))?$/.test(pressed.getText()))
    return []
  return [inModified(node) ? `mod+${plainKey(key.text)}` : plainKey(key.text)]
}

function keysDeclaredIn(node: ts.Node): string[] {
  if (ts.isPropertyAssignment(node)) {
    const { name, initializer } = node
    if (nameOf(name) === 'go' && ts.isStringLiteralLike(initializer)) return [`g then ${initializer.text}`]
    if (nameOf(name) !== 'key') return []
    if (ts.isStringLiteralLike(initializer)) return [plainKey(initializer.text)]
    return [...(WORKED_OUT[initializer.getText()] ?? [])]
  }
  const isBindings =
    ts.isVariableDeclaration(node) && /^(Record<string, (\(\(|number)|Bindings)/.test(node.type?.getText() ?? '')
  if (!isBindings || !node.initializer) return []
  const names: string[] = []
  eachNode(node.initializer, (inner) => ts.isObjectLiteralExpression(inner) && names.push(...propertyNames(inner)))
  return names.map(plainKey)
}

function keysOf(file: string, source: string): string[] {
  const keys: string[] = []
  eachNode(parsed(file, source), (node) => keys.push(...keysDeclaredIn(node), ...keysComparedIn(node)))
  return file.endsWith('/create-items.ts') ? keys.map((key) => `n then ${key}`) : keys
}

/** Those in lists of keys, and those between backticks in texts. */
function keysNamedIn(file: string, source: string): string[] {
  const named: string[] = []
  eachNode(parsed(file, source), (node) => {
    if (ts.isPropertyAssignment(node) && nameOf(node.name) === 'keys' && ts.isObjectLiteralExpression(node.initializer))
      named.push(...propertyNames(node.initializer))
    if (ts.isStringLiteral(node)) named.push(...node.text.split('`').filter((_, place) => place % 2 === 1))
  })
  return named.flatMap((press) => (press.includes(' then ') ? press : press.split(' ')))
}

function keyProblems(sources: Sources): string[] {
  const known = new Map(
    [...sources].filter(([file]) => !TOPIC.test(file)).map(([file, text]) => [file, keysOf(file, text)]),
  )
  return [...sources].flatMap(([file, source]) => {
    if (!TOPIC.test(file)) return []
    const topic = basename(file, '.texts.ts')
    const areas = AREAS_OF[topic]
    if (!areas) return [`${file} is a topic that scripts/check/help.ts knows no areas of`]
    const places = [...EVERYWHERE, ...areas.map((area) => `web/src/areas/${area}/`)]
    const there = new Set(
      [...known].flatMap(([at, keys]) => (places.some((place) => at.startsWith(place)) ? keys : [])),
    )
    return [...new Set(keysNamedIn(file, source))]
      .filter((key) => !there.has(plainKey(key)) && !OF_BROWSERS.includes(key))
      .map((key) => `${file} names the key ${key}, which is none of ${topic}'s screens`)
  })
}

/** The properties of the object that a constant is. */
function namesIn(sources: Sources, file: string, constant: string): string[] {
  const names: string[] = []
  eachNode(parsed(file, sources.get(file) ?? ''), (node) => {
    if (!ts.isVariableDeclaration(node) || nameOf(node.name) !== constant || !node.initializer) return
    eachNode(node.initializer, (inner) => {
      if (ts.isObjectLiteralExpression(inner) && !ts.findAncestor(inner.parent, ts.isObjectLiteralExpression))
        names.push(...propertyNames(inner))
    })
  })
  return names
}

/** Help finds the topic of a screen by the page that its route names. */
function unnamedRoutes(file: string, source: string): string[] {
  const tree = parsed(file, source)
  const constants = new Map<string, string>()
  eachNode(tree, (node) => {
    if (ts.isVariableDeclaration(node)) constants.set(node.name.getText(), node.initializer?.getText() ?? '')
  })
  const problems: string[] = []
  eachNode(tree, (node) => {
    const [route] = ts.isCallExpression(node) && node.expression.getText() === 'createRoute' ? node.arguments : []
    if (!route || !ts.isObjectLiteralExpression(route)) return
    const path = route.properties.find(({ name }) => name && nameOf(name) === 'path')
    const spread = route.properties
      .filter(ts.isSpreadAssignment)
      .map(({ expression }) => constants.get(expression.getText()))
    const said = [route.getText(), ...spread].join(' ')
    if (path && !/\bat\('|\bplaceholder\('|\bstaticData\b|throw redirect\(/.test(said))
      problems.push(`${file}: the route with ${path.getText()} names no page, so that help has no topic for it`)
  })
  return problems
}

export function helpProblemsOf(sources: Sources): string[] {
  const topics = new Set(namesIn(sources, `${APP}/help/screen-topics.ts`, 'SCREEN_TOPICS'))
  const screens = namesIn(sources, `${APP}/pages.ts`, 'PAGES').filter((page) => !topics.has(page))
  const routes = [...sources].filter(([file]) => new RegExp(`^${APP}/routes/(workspace|placeholder)-routes`).test(file))
  return [
    ...screens.map((page) => `the screen ${page} names no topic of help in ${APP}/help/screen-topics.ts`),
    ...routes.flatMap(([file, source]) => unnamedRoutes(file, source)),
    ...keyProblems(sources),
  ]
}

export function helpProblems(): string[] {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'web/src/*.ts', 'web/src/*.tsx'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file && !/\.test\.tsx?$/.test(file) && existsSync(file))
  return helpProblemsOf(new Map(files.map((file) => [file, readFileSync(file, 'utf8')])))
}
