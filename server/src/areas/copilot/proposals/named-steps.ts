import type { FlowDoc, Step } from '@throughline/contracts/workflow-document'

const QUOTED = /[“"‘']([^”"’']+)[”"’']/

const stem = (word: string) => word.toLowerCase().replace(/(?:ations?|ments?|ings?|ers?|als?|es|ed|s|e)$/, '')
const SMALL = new Set('the and for with from into that this step it its is are all any anything everything'.split(' '))
const stemsOf = (text: string) =>
  text
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 && !SMALL.has(word.toLowerCase()))
    .map(stem)
    .filter((one) => one.length > 1)

/** What somebody means who names a step: in quotes, by its number, by its name, or by words that only its name has. */
export function stepNamed(words: string, { steps }: FlowDoc): Step | undefined {
  const all = Object.values(steps)
  const name = (QUOTED.exec(words)?.[1] ?? words)
    .replace(/^(?:the )?step (?=\D)/i, '')
    .trim()
    .toLowerCase()
  const [, number] = /^(?:the )?step (\d+)$/.exec(name) ?? []
  if (number !== undefined) return all[Number(number) - 1]
  const exact = all.filter((step) => step.name.toLowerCase() === name || step.id === name)
  if (exact.length > 0) return exact.length === 1 ? exact[0] : undefined
  const wanted = stemsOf(name)
  const scores = all.map((step) => {
    const own = new Set(stemsOf(step.name))
    return { step, hits: wanted.filter((one) => own.has(one)).length }
  })
  const most = Math.max(0, ...scores.map(({ hits }) => hits))
  const best = scores.filter(({ hits }) => hits === most)
  return most > 0 && best.length === 1 ? best[0]?.step : undefined
}
