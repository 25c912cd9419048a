import { counted } from '../../shared/format/count.ts'
import { catalogue } from '../../ui/catalogue.ts'

export const texts = catalogue({
  title: 'Command palette',
  input: 'Search or run a command',
  goTo: 'Go to',
  actions: 'Actions',
  bestMatches: 'Best matches',
  recent: 'Recent searches',
  filter: 'Filters',
  file: 'File',
  fileHere: 'File · opens instantly',
  workflow: (prefix: string) => `Workflow · ${prefix}`,
  create: {
    i: 'Start an instance',
    w: 'Add a workflow',
    f: 'Create a form',
    u: 'Upload a document',
  },
  queues: 'My queues',
  switchWorkspace: 'Switch workspace…',
  useLight: 'Use light theme',
  useDark: 'Use dark theme',
  useSystem: 'Use system theme',
  help: 'Help for this screen',
  toggleNavigation: 'Collapse or expand navigation',
  escape: 'Esc',
  move: 'move',
  open: 'open',
  newTab: 'new tab',
  search: 'search',
  seeAll: (words: string, count: string) =>
    count ? `See all ${count} results for “${words}”` : `See all results for “${words}”`,
  nothing: (words: string) => `No results for “${words}”.`,
  results: (count: number) => counted(count, 'result'),
})
