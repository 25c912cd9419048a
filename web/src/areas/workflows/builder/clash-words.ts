import type { Conflict } from '@throughline/flow/compile'
import type { Json } from '@throughline/flow/eval/tree'
import { texts } from '../builder.texts.ts'
import { changeText } from '../history/change-text.ts'
import type { Drawing } from '../model/drawing.ts'

const LONGEST = 120

/** A place that both changed: what it is called, and what stands there on each side. */
export interface ClashWords {
  title: string
  label: string
  was: string
  mine: string
  theirs: string
}

const isTexts = (value: Json | undefined): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

export function clashWords({ path, step, base, mine, theirs }: Conflict, drawing: Drawing): ClashWords {
  const leads = /\/(next|else|back)$/.test(path) || path === '/start_step'
  const side = (value: Json | undefined) =>
    changeText(
      {
        kind: base === undefined ? 'added' : value === undefined ? 'removed' : 'changed',
        what: path === `/steps/${step}` ? 'step' : 'setting',
        class: 'text',
        path,
        ...(step !== undefined && { step }),
        ...(base !== undefined && { before: base }),
        ...(value !== undefined && { after: value }),
      },
      drawing,
    )
  const titles = (ids: readonly string[]) => ids.map((id) => drawing.at(id)?.step.name ?? id).join(', ')
  const words = (value: Json | undefined, said: string | undefined): string => {
    if (value === undefined || (isTexts(value) && value.length === 0)) return texts.clash.nothing
    if (leads && isTexts(value)) return titles(value)
    if (leads && typeof value === 'string') return titles([value])
    const text = said ?? (typeof value === 'string' ? value : JSON.stringify(value))
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  }
  const [my, their] = [side(mine), side(theirs)]
  const last = path.split('/').findLast((key) => !/^\d+$/.test(key)) ?? ''
  return {
    title: my.title,
    label: my.label ?? their.label ?? (path === `/steps/${step}` ? '' : last.replaceAll('_', ' ')),
    was: words(base, my.before ?? their.before),
    mine: words(mine, my.after ?? my.text),
    theirs: words(theirs, their.after ?? their.text),
  }
}
