import { fireEvent, screen } from '@testing-library/react'
import type { Task } from '@throughline/contracts/tasks'
import type { Field } from '@throughline/contracts/workflow-document'
import { spec } from '../detail/detail.texts.ts'
import { row, whole } from './sample-tasks.ts'

export const fields: Field[] = [
  { name: 'legal', type: 'text', label: 'Legal name', required: true },
  { name: 'mail', type: 'email', label: 'Finance e-mail' },
  { name: 'amount', type: 'currency', label: 'Annual turnover', min: 1 },
]

/** A task with a small form that the viewer does. */
export const mine = (more: Partial<Task> = {}, can: Partial<Task['can']> = {}) =>
  whole(row(1, 'Company details'), { complete: true, edit: true, ...can }, { fields, ...more })

export const complete = () => screen.findByRole('button', { name: new RegExp(spec.complete) })

export const write = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
