import { expect, test } from 'vitest'
import { helpProblemsOf } from './help.ts'

const PAGES = ['web/src/app/pages.ts', "export const PAGES = { home: { title: 'x' }, inbox: { title: 'y' } } as const"]
const TOPICS = [
  'web/src/app/help/screen-topics.ts',
  "export const SCREEN_TOPICS: Topics = { home: 'tasks', inbox: 'inbox' }",
]
const NAV = ['web/src/app/shell/nav-items.ts', "export const TOP = [{ to: '/home', go: 'h' }]"]
const NEW = ['web/src/app/shell/create-items.ts', "const CREATE = [{ key: 'i' }]"]
const INBOX = ['web/src/areas/inbox/toolbar.tsx', "usePageKeys([{ key: 'e', label, act }])"]
const FILES = [
  'web/src/areas/documents/keys.ts',
  'if (hasMod(event)) return\nconst bindings: Record<string, (() => void) | undefined> = { d: download }',
]
const SAVE = [
  'web/src/areas/inbox/save.ts',
  "const onKey = (event) => { if (hasMod(event) && event.key === 's') save() }",
]

const help = (text: string, topic = 'inbox') => [`web/src/areas/help/topics/${topic}.texts.ts`, text]
const found = (...more: string[][]) =>
  helpProblemsOf(
    new Map(
      [PAGES, TOPICS, NAV, NEW, INBOX, FILES, SAVE, ...more].map(([file = '', source = '']): [string, string] => [
        file,
        source,
      ]),
    ),
  )

test('keys of the topic’s screens and of the shell may be named', () => {
  expect(
    found(
      help("({ keys: { e: 'Archive', 'mod+s': 'Save', 'g then h': 'Home', 'n then i': 'New' }, tip: 'Press `E`.' })"),
    ),
  ).toEqual([])
  expect(found(help("({ keys: { d: 'Download' } })", 'files'))).toEqual([])
})

test.each([
  ["({ keys: { q: 'Quit' } })", 'q'],
  ["({ keys: { 'e q': 'Either' } })", 'q'],
  ["({ keys: { s: 'Save' } })", 's'],
  ["({ keys: { 'g then q': 'Nowhere' } })", 'g then q'],
  ["({ body: ['Press `F9` for nothing.'] })", 'F9'],
])('%s names a key that is none', (text, key) => {
  expect(found(help(text))).toEqual([
    `web/src/areas/help/topics/inbox.texts.ts names the key ${key}, which is none of inbox's screens`,
  ])
})

test('a key of another area’s screens is none of the topic’s', () => {
  expect(found(help("({ keys: { d: 'Download' } })"))).toHaveLength(1)
})

test('a screen without a topic is found, and so is a route that names no page', () => {
  const pages = ['web/src/app/pages.ts', "export const PAGES = { home: { title: 'x' }, files: { title: 'z' } }"]
  expect(found(pages)).toEqual(['the screen files names no topic of help in web/src/app/help/screen-topics.ts'])
  const routes = (text: string) => ['web/src/app/routes/workspace-routes.tsx', text]
  expect(found(routes("const a = createRoute({ ...at('home'), path: '/home' })"))).toEqual([])
  expect(found(routes("const a = createRoute({ path: '/secret', component })"))).toHaveLength(1)
})
