import type { LinkProps } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { Permission } from '@throughline/contracts/permissions'
import {
  Building2,
  CalendarDays,
  ChartColumn,
  CircleHelp,
  ClipboardList,
  CreditCard,
  FileChartColumn,
  Files,
  Globe,
  House,
  Inbox,
  Layers,
  LayoutTemplate,
  ListChecks,
  type LucideIcon,
  MessageSquareHeart,
  Plug,
  Users,
  UsersRound,
  Workflow,
} from 'lucide-react'
import { can } from '../../shared/current-user.ts'
import { spec, texts } from '../texts.ts'

const { nav } = spec

export interface NavItem {
  key: string
  label: string
  icon: LucideIcon
  to: NonNullable<LinkProps['to']>
  /** The second key after G. */
  go?: string
  /** Without it the entry is not there. */
  permission?: Permission
}

export interface NavSection {
  key: string
  label: string
  open: boolean
  items: NavItem[]
}

export const TOP: NavItem[] = [
  { key: 'home', label: nav.home, icon: House, to: '/home', go: 'h' },
  { key: 'inbox', label: nav.inbox, icon: Inbox, to: '/inbox', go: 'i' },
]

export const SECTIONS: NavSection[] = [
  {
    key: 'work',
    label: nav.work,
    open: true,
    items: [
      { key: 'all-tasks', label: nav.tasks, icon: ListChecks, to: '/all-tasks', go: 't' },
      { key: 'all-instances', label: nav.instances, icon: Layers, to: '/all-instances', go: 'n' },
      { key: 'workflows', label: nav.workflows, icon: Workflow, to: '/workflows', go: 'w' },
      { key: 'files', label: nav.files, icon: Files, to: '/files', go: 'f' },
      { key: 'forms', label: nav.forms, icon: ClipboardList, to: '/forms' },
      { key: 'websites', label: nav.websites, icon: Globe, to: '/websites' },
    ],
  },
  {
    key: 'insights',
    label: nav.insights,
    open: false,
    items: [
      { key: 'analytics', label: nav.analytics, icon: ChartColumn, to: '/analytics' },
      { key: 'reports', label: nav.reports, icon: FileChartColumn, to: '/reports' },
      { key: 'calendar', label: texts.places.calendar, icon: CalendarDays, to: '/calendar' },
    ],
  },
  {
    key: 'configuration',
    label: nav.configuration,
    open: false,
    items: [
      { key: 'workflow-templates', label: nav.templates, icon: LayoutTemplate, to: '/workflow-templates' },
      { key: 'integrations', label: nav.integrations, icon: Plug, to: '/integrations' },
    ],
  },
  {
    key: 'organization',
    label: nav.organization,
    open: false,
    items: [
      { key: 'org-profile', label: nav.orgProfile, icon: Building2, to: '/org-profile' },
      { key: 'members', label: nav.members, icon: Users, to: '/members' },
      { key: 'teams', label: nav.teams, icon: UsersRound, to: '/teams' },
    ],
  },
]

export const BOTTOM: NavItem[] = [
  {
    key: 'subscription',
    label: nav.pricing,
    icon: CreditCard,
    to: '/subscription/plans',
    permission: 'billing.manage',
  },
  { key: 'help', label: nav.help, icon: CircleHelp, to: '/help' },
  { key: 'feedback', label: nav.feedback, icon: MessageSquareHeart, to: '/feedback' },
]

export const NAV_ITEMS = [...TOP, ...SECTIONS.flatMap((section) => section.items), ...BOTTOM]

export const isFor =
  (user: CurrentUser) =>
  ({ permission }: NavItem): boolean =>
    !permission || can(user, permission)
