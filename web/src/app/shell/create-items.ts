import type { LinkProps } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { Permission } from '@throughline/contracts/permissions'
import { ClipboardList, FileChartColumn, Files, Globe, Layers, type LucideIcon, Workflow } from 'lucide-react'
import { can } from '../../shared/current-user.ts'
import { texts } from '../texts.ts'

type CreateLink = Pick<LinkProps, 'to' | 'params' | 'search'>

interface CreateItem {
  /** The second key after N. */
  key: 'i' | 'w' | 'f' | 's' | 'r' | 'u'
  label: string
  icon: LucideIcon
  link: CreateLink
  needs: Permission
}

const INSTANCES_OF = /^\/workflows\/([^/]+)\/instances\/?$/

/** On a workflow's own list an instance of that workflow is begun. */
export function createLink({ key, link }: Pick<CreateItem, 'key' | 'link'>, pathname: string): CreateLink {
  const workflowId = key === 'i' ? INSTANCES_OF.exec(pathname)?.[1] : undefined
  if (workflowId === undefined) return link
  return { to: '/workflows/$workflowId/instances', params: { workflowId }, search: { panel: 'add' } }
}

const CREATE: CreateItem[] = [
  {
    key: 'i',
    label: texts.create.instance,
    icon: Layers,
    link: { to: '/all-instances', search: { panel: 'add' } },
    needs: 'instances.manage',
  },
  {
    key: 'w',
    label: texts.create.workflow,
    icon: Workflow,
    link: { to: '/workflow-builder/$workflowId', params: { workflowId: 'new' } },
    needs: 'workflows.publish',
  },
  {
    key: 'f',
    label: texts.create.form,
    icon: ClipboardList,
    link: { to: '/form-builder/$formId', params: { formId: 'new' } },
    needs: 'publishing.manage',
  },
  {
    key: 's',
    label: texts.create.website,
    icon: Globe,
    link: { to: '/website-builder/$websiteId', params: { websiteId: 'new' } },
    needs: 'publishing.manage',
  },
  {
    key: 'r',
    label: texts.create.report,
    icon: FileChartColumn,
    link: { to: '/reports', search: { panel: 'new' } },
    needs: 'reports.run',
  },
  {
    key: 'u',
    label: texts.create.document,
    icon: Files,
    link: { to: '/files', search: { upload: true } },
    needs: 'documents.manage',
  },
]

/** What this person can begin in the New menu, with the N chords and in the palette. */
export const createItems = (user: CurrentUser | null) => CREATE.filter(({ needs }) => can(user, needs))
