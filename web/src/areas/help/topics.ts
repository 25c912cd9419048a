import {
  ChartColumn,
  ClipboardList,
  Files,
  Inbox,
  ListChecks,
  type LucideIcon,
  Rocket,
  UsersRound,
  Workflow,
} from 'lucide-react'
import { analytics } from './topics/analytics.texts.ts'
import { files } from './topics/files.texts.ts'
import { forms } from './topics/forms.texts.ts'
import { gettingStarted } from './topics/getting-started.texts.ts'
import { inbox } from './topics/inbox.texts.ts'
import { org } from './topics/org.texts.ts'
import { tasks } from './topics/tasks.texts.ts'
import type { HelpSection, HelpTopic } from './topics/topic.ts'
import { workflows } from './topics/workflows.texts.ts'

/** In the order in which they are shown. */
const CATALOGUE = { 'getting-started': gettingStarted, workflows, tasks, forms, files, analytics, inbox, org }

export type TopicId = keyof typeof CATALOGUE
type SectionIds<T extends TopicId> = string & keyof (typeof CATALOGUE)[T]['sections']

/** What stands behind /help#, for a topic or one of its sections. */
export type HelpAddress = { [T in TopicId]: T | `${T}/${SectionIds<T>}` }[TopicId]

export interface Section extends HelpSection {
  address: string
}

export interface Topic extends Pick<HelpTopic, 'title' | 'note'> {
  id: TopicId
  icon: LucideIcon
  sections: Section[]
}

const ICONS: Record<TopicId, LucideIcon> = {
  'getting-started': Rocket,
  workflows: Workflow,
  tasks: ListChecks,
  forms: ClipboardList,
  files: Files,
  analytics: ChartColumn,
  inbox: Inbox,
  org: UsersRound,
}

const isTopicId = (name: string): name is TopicId => Object.hasOwn(CATALOGUE, name)

function topicOf(id: TopicId): Topic {
  const { title, note, sections }: HelpTopic = CATALOGUE[id]
  return {
    id,
    icon: ICONS[id],
    title,
    note,
    sections: Object.entries(sections).map(([name, section]) => ({ ...section, address: `${id}/${name}` })),
  }
}

export const TOPICS: Topic[] = Object.keys(CATALOGUE).filter(isTopicId).map(topicOf)

/** The topic that an address leads to; nothing where it leads nowhere, as after a section was renamed long ago. */
export const topicAt = (address: string): Topic | undefined =>
  TOPICS.find(({ id }) => id === address || address.startsWith(`${id}/`))
