import type { LinkProps } from '@tanstack/react-router'
import { ClipboardList, FileChartColumn, Files, Layers, type LucideIcon, Workflow } from 'lucide-react'
import { texts } from '../texts.ts'

interface CreateItem {
  /** The second key after N. */
  key: 'i' | 'w' | 'u' | 'f' | 'r'
  label: string
  icon: LucideIcon
  link: Pick<LinkProps, 'to' | 'params'>
}

/** What the New menu, the N chords and the palette can begin. */
export const CREATE: CreateItem[] = [
  {
    key: 'i',
    label: texts.create.instance,
    icon: Layers,
    link: { to: '/all-instances' },
  },
  {
    key: 'w',
    label: texts.create.workflow,
    icon: Workflow,
    link: { to: '/workflow-builder/$workflowId', params: { workflowId: 'new' } },
  },
  { key: 'u', label: texts.create.document, icon: Files, link: { to: '/files' } },
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
