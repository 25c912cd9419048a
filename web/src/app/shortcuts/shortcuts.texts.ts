import { catalogue } from '../../ui/catalogue.ts'

export const texts = catalogue({
  title: 'Keyboard shortcuts',
  note: 'Shortcuts are off while you type.',
  everywhere: 'Everywhere',
  thisPage: 'On this page',
  goTo: 'Go to',
  create: 'New',
  palette: 'Command palette',
  search: 'Search box',
  help: 'Help for this screen',
  sheet: 'This list',
  navigation: 'Collapse or expand navigation',
  switch: 'Single-key shortcuts',
  switchHint: 'Keys with ⌘ or Ctrl always work.',
  followedBy: 'then',
})
