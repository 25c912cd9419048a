import type { LinkProps } from '@tanstack/react-router'
import { ClipboardList, FileChartColumn, Files, Layers, type LucideIcon, Workflow } from 'lucide-react'
import { texts } from '../texts.ts'

type CreateLink = Pick<LinkProps, 'to' | 'params' | 'search'>

interface CreateItem {
  /** The second key after N. */
  key: 'i' | 'w' | 'u' | 'f' | 'r'
  label: string
  icon: LucideIcon
  link: CreateLink
}

const INSTANCES_OF = /^\/workflows\/([^/]+)\/instances\/?$/

/** On a workflow's own list an instance of that workflow is begun. */
export function createLink({ key, link }: Pick<CreateItem, 'key' | 'link'>, pathname: string): CreateLink {
  const workflowId = key === 'i' ? INSTANCES_OF.exec(pathname)?.[1] : undefined
  if (workflowId === undefined) return link
  return { to: '/workflows/$workflowId/instances', params: { workflowId }, search: { panel: 'add' } }
}

/** What the New menu, the N chords and the palette can begin. */
export const CREATE: CreateItem[] = [
  {
    key: 'i',
    label: texts.create.instance,
    icon: Layers,
    link: { to: '/all-instances', search: { panel: 'add' } },
  },
  {
    key: 'w',
    label: texts.create.workflow,
    icon: Workflow,
    link: { to: '/workflow-builder/$workflowId', params: { workflowId: 'new' } },
  },
  { key: 'u', label: texts.create.document, icon: Files, link: { to: '/files', search: { upload: true } } },
  {
    key: 'f',
    label: texts.create.form,
    icon: ClipboardList,
    link: { to: '/form-builder/$formId', params: { formId: 'new' } },
  },
  {
    key: 'r',
    label: texts.create.report,
    icon: FileChartColumn,
    link: { to: '/reports' },
  },
]
