import type { FormElement } from '@throughline/contracts/form-content'
import { type LucideIcon, MessageSquareText, UserRoundPlus, Wrench } from 'lucide-react'
import { spec, texts } from './starters.texts.ts'

/** What a new form begins with; it comes with the way to the builder. */
export type FormSeed = { title: string; description: string; elements: FormElement[] }

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A form that arrives in the builder with the way there. */
    form?: FormSeed
  }
}

export const UNTITLED: FormSeed = { title: spec.untitled, description: '', elements: [] }

export type Starter = { name: string; note: string; icon: LucideIcon; elements: FormElement[]; fields: FormElement[] }

const starter = (
  icon: LucideIcon,
  { name, note }: { name: string; note: string },
  elements: FormElement[],
): Starter => ({
  name,
  note,
  icon,
  elements,
  fields: elements.filter(({ label }) => label),
})

const { intake, request, feedback } = texts

export const STARTERS: readonly Starter[] = [
  starter(UserRoundPlus, intake, [
    { id: 'pag-1', type: 'page', title: intake.company },
    { id: 'txt-1', type: 'textbox', label: intake.legalName, required: true },
    { id: 'chk-1', type: 'checkbox', label: intake.services, options: [...intake.offered], required: true },
    { id: 'pag-2', type: 'page', title: intake.documents },
    { id: 'att-1', type: 'attachment', label: intake.certificate, helpText: spec.uploadHelp, maxFileSize: 5 },
    { id: 'pag-3', type: 'page', title: intake.contact },
    { id: 'txt-2', type: 'textbox', label: intake.yourName, required: true },
    { id: 'eml-1', type: 'email', label: intake.email, required: true },
  ]),
  starter(Wrench, request, [
    { id: 'txt-1', type: 'textbox', label: request.need, required: true },
    { id: 'dat-1', type: 'date', label: request.by, required: true },
    { id: 'att-1', type: 'attachment', label: request.attachment, helpText: spec.uploadHelp, maxFileSize: 5 },
    { id: 'txa-1', type: 'textarea', label: request.why, rows: 4 },
  ]),
  starter(MessageSquareText, feedback, [
    { id: 'rad-1', type: 'radio', label: feedback.how, options: [...feedback.grades], required: true },
    { id: 'txa-1', type: 'textarea', label: feedback.change, rows: 4 },
    { id: 'eml-1', type: 'email', label: feedback.email },
  ]),
]

export const seedOf = ({ name, elements }: Starter): FormSeed => ({ title: name, description: '', elements })

const isElement = (value: unknown): value is FormElement =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'id') === 'string' &&
  typeof Reflect.get(value, 'type') === 'string'

/** What came with the way here, as far as it is a form. The browser keeps it, so it may be from an older page. */
export function readSeed(state: unknown): FormSeed {
  const given: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'form') : undefined
  if (typeof given !== 'object' || given === null) return UNTITLED
  const text = (name: string) => {
    const value: unknown = Reflect.get(given, name)
    return typeof value === 'string' ? value : ''
  }
  const elements: unknown = Reflect.get(given, 'elements')
  return {
    title: text('title') || UNTITLED.title,
    description: text('description'),
    elements: Array.isArray(elements) ? elements.filter(isElement) : [],
  }
}
