import type { AnyRouter } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { SearchAnswer } from '@throughline/contracts/search'
import type { TextRange } from '@throughline/contracts/search-words'
import {
  Building2,
  CircleHelp,
  Files,
  Hand,
  History,
  Keyboard,
  Layers,
  ListChecks,
  ListFilter,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  PanelLeft,
  Settings,
  Sun,
} from 'lucide-react'
import type { HelpResult } from '../../areas/help/search-help.ts'
import { can } from '../../shared/current-user.ts'
import { setTheme } from '../../ui/theme.ts'
import type { IndexedFile } from '../file-index.ts'
import { openHelp } from '../help/help-request.ts'
import { texts as late } from '../late.texts.ts'
import { askToLogOut, openShortcuts, switcherOpen } from '../overlay.ts'
import { createItems, createLink } from '../shell/create-items.ts'
import { isFor, NAV_ITEMS } from '../shell/nav-items.ts'
import { toggleNavigation } from '../shell/nav-state.ts'
import { texts as shell, spec } from '../texts.ts'
import { bestMatches, type Href, isLiteralFor, searchedWords, typedWords } from './best-matches.ts'
import { type OpenFilter, withValue } from './filter-values.ts'
import { texts } from './palette.texts.ts'

export interface PaletteItem {
  id: string
  label: string
  /** Other words for what it does, by which people find it. */
  also?: string
  /** The characters of the label that match. */
  ranges?: readonly TextRange[]
  icon: LucideIcon
  /** Instead of the icon: a file shows its kind. */
  fileType?: string
  /** What kind of thing it is, where the icon does not say it. */
  note?: string
  noteRanges?: readonly TextRange[]
  keys?: string[]
  /** A destination can be opened in a new tab; an action is done here. */
  href?: string
  run?: () => void
  /** Written by a person, not by us. */
  own?: true
  /** Typed into the box instead of opened: the value of a filter. */
  typed?: string
  /** Chosen from the start, also where Enter searches until a row is chosen. */
  isNext?: boolean
  /** It has the words as they were typed: no answer that comes later matches better. */
  isLiteral?: boolean
}

export interface PaletteGroup {
  value: string
  items: PaletteItem[]
}

/** Of searches and of files, while nothing is typed. */
const MAX_RECENT = 3

const ACTIONS: PaletteItem[] = [
  { id: 'workspace', label: texts.switchWorkspace, icon: Building2, run: () => switcherOpen.set(true) },
  { id: 'light', label: texts.useLight, icon: Sun, run: () => setTheme('light') },
  { id: 'dark', label: texts.useDark, icon: Moon, run: () => setTheme('dark') },
  { id: 'system', label: texts.useSystem, icon: Monitor, run: () => setTheme('system') },
  { id: 'navigation', label: texts.toggleNavigation, icon: PanelLeft, keys: ['['], run: toggleNavigation },
  { id: 'help-here', label: texts.help, icon: CircleHelp, keys: ['F1'], run: openHelp },
  { id: 'shortcuts', label: late.keyboardShortcuts, icon: Keyboard, keys: ['?'], run: openShortcuts },
  { id: 'log-out', label: spec.logOut, also: texts.also.logOut, icon: LogOut, run: askToLogOut },
]

/** Commands are found by the beginnings of their words, in any order. */
function commandsFor(typed: string) {
  const words = typedWords(typed)
  const isBlank = typed.trim() === ''
  const fits = isLiteralFor(words)
  return (commands: readonly PaletteItem[]): PaletteItem[] =>
    isBlank || words.length > 0 ? commands.filter(fits).map((item) => ({ ...item, isLiteral: true })) : []
}

/** What was found for the words, by whom. */
export type PaletteFindings = {
  files: readonly IndexedFile[]
  answer: SearchAnswer | undefined
  recent: readonly string[]
  filter: OpenFilter | undefined
  values: readonly string[]
  /** Sections of help. */
  help: readonly HelpResult[]
}

/** What can be done for the client that was found. */
function clientActions(user: CurrentUser, answer: SearchAnswer | undefined, href: Href): PaletteItem[] {
  const client = answer?.more.find(({ kind, name_ranges }) => kind === 'client' && name_ranges.length > 0)
  if (!client) return []
  const start = {
    id: 'client-start',
    label: texts.startFor(client.name),
    icon: Layers,
    href: href({ to: '/all-instances', search: { panel: 'add', customer: client.name } }),
  }
  const files = {
    id: 'client-files',
    label: texts.filesOf(client.name),
    icon: Files,
    href: href({ to: '/files', search: { client: client.id } }),
  }
  return can(user, 'instances.manage') ? [start, files] : [files]
}

const helpItem = ({ address, topic, title }: HelpResult): PaletteItem => ({
  id: `help-${address}`,
  label: title.map(({ text }) => text).join(''),
  icon: CircleHelp,
  note: topic,
  href: `/help#${address}`,
})

/** Everything that fits the words, in the order in which it is shown. */
export function paletteGroups(
  router: AnyRouter,
  user: CurrentUser,
  words: string,
  { files, answer, recent, filter, values, help }: PaletteFindings,
): PaletteGroup[] {
  const href: Href = (link) => router.buildLocation(link).href
  const places: PaletteItem[] = [
    ...NAV_ITEMS.filter(isFor(user)).map(({ key, label, icon, to, go }) => ({
      id: key,
      label,
      icon,
      href: href({ to }),
      ...(go && { keys: ['G', go.toUpperCase()] }),
    })),
    { id: 'pending-tasks', label: shell.places.pendingTasks, icon: ListChecks, href: href({ to: '/pending-tasks' }) },
    { id: 'queues', label: texts.queues, icon: Hand, href: href({ to: '/all-tasks', search: { queue: 'mine' } }) },
    { id: 'profile', label: spec.profileSettings, icon: Settings, href: href({ to: '/profile' }) },
  ]
  const creations = createItems(user).map(({ key, icon, link }) => ({
    id: `new-${key}`,
    label: texts.create[key],
    also: texts.also.create,
    icon,
    keys: ['N', key.toUpperCase()],
    href: href(createLink({ key, link }, router.state.location.pathname)),
  }))
  const search = (q: string) => href({ to: '/search', search: { q } })
  const isBlank = words.trim() === ''
  const isLiteral = isLiteralFor(searchedWords(words))
  const told = (item: PaletteItem): PaletteItem => ({ ...item, isLiteral: isLiteral(item) })
  const found = bestMatches(answer, isBlank ? files.slice(0, MAX_RECENT) : files, words, href).map(told)
  const fitting = commandsFor(words)
  const goTo = fitting(places)
  const commands = fitting([...creations, ...ACTIONS])
  const inHelp = help.map(helpItem).map(told)
  // What is only like the words, or has them in a text, stands below whatever has them in its name.
  const below = [goTo, commands, inHelp].some((items) => items.some((item) => item.isLiteral))
  const groups = [
    {
      value: texts.filter,
      items: filter
        ? values.map((value, n) => ({
            id: `value-${value}`,
            label: `${filter.key}:${value}`,
            icon: ListFilter,
            own: true as const,
            typed: withValue(filter, value),
            isNext: n === 0,
            isLiteral: true,
          }))
        : [],
    },
    {
      value: texts.recent,
      items: (isBlank ? recent.slice(0, MAX_RECENT) : []).map((q) => ({
        id: `recent-${q}`,
        label: q,
        icon: History,
        own: true as const,
        href: search(q),
        isLiteral: true,
      })),
    },
    {
      value: isBlank ? texts.files : values.length > 0 ? texts.soFar : texts.bestMatches,
      items: found.filter((item) => item.isLiteral || !below),
    },
    { value: texts.goTo, items: goTo },
    { value: texts.actions, items: [...clientActions(user, answer, href), ...commands] },
    { value: texts.inHelp, items: inHelp },
    { value: texts.more, items: found.filter((item) => !item.isLiteral && below) },
  ]
  return groups.filter(({ items }) => items.length > 0)
}
