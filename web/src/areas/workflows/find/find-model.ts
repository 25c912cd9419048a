import { STEP_KINDS } from '../canvas/step-kinds.tsx'
import type { Drawing, DrawnStep } from '../model/drawing.ts'

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** How well a step fits: a name that begins with the words, one that holds them, then anything else that does. */
function rank({ step, id, n, sub }: DrawnStep, words: string): number | undefined {
  const name = plain(step.name)
  if (name.startsWith(words) || String(n) === words) return 0
  if (name.includes(words)) return 1
  const { label, indicator } = STEP_KINDS[step.type]
  const rest = [id, label, indicator, sub, step.description ?? '', step.instructions ?? '']
  return rest.some((text) => plain(text).includes(words)) ? 2 : undefined
}

/** The steps that hold the words, the likeliest first; without words none. */
export function foundSteps(drawing: Drawing, query: string): DrawnStep[] {
  const words = plain(query.trim())
  if (words === '') return []
  return drawing.steps
    .flatMap((drawn) => {
      const at = rank(drawn, words)
      return at === undefined ? [] : [{ drawn, at }]
    })
    .toSorted((a, b) => a.at - b.at)
    .map(({ drawn }) => drawn)
}
