import type { FlowDoc } from '../../document.ts'
import type { Analysis } from '../analysis.ts'
import { mostSuggested, nearest } from '../cel/expression.ts'
import { inStep, type Problem, put, remove } from '../problem.ts'
import { freshId, rename, titleIn } from '../references.ts'

// `__proto__` fits the pattern but cannot be a key of the state's records.
const allowedId = /^(?!__proto__$)[A-Za-z0-9_-]{1,64}$/

/** Rules 1 to 3: names, a start, ids. */
export function nameProblems(doc: FlowDoc): Problem[] {
  const problems: Problem[] = []
  for (const key of ['name', 'prefix'] as const)
    if (doc[key].trim() === '')
      problems.push({
        n: 1,
        code: 'name_missing',
        level: 'E',
        path: `/${key}`,
        text: 'Name and prefix are required',
        repairs: [],
      })
  const ids = Object.keys(doc.steps)
  if (!Object.hasOwn(doc.steps, doc.start_step))
    problems.push({
      n: 2,
      code: 'start_missing',
      level: 'E',
      path: '/start_step',
      text: ids.length === 0 ? 'Add a first step.' : `The start "${doc.start_step}" isn’t one of the steps.`,
      repairs:
        ids[0] === undefined
          ? []
          : [{ label: `Start with ${titleIn(doc, ids[0])}`, patch: [put('/start_step', ids[0])] }],
    })
  for (const [key, step] of Object.entries(doc.steps)) {
    if (step.name.trim() === '')
      problems.push({
        n: 1,
        code: 'name_missing',
        level: 'E',
        step: key,
        path: inStep(key, 'name'),
        text: 'Give this step a name.',
        repairs: [],
      })
    problems.push(...idProblems(doc, key, step.id))
  }
  return problems
}

function idProblems(doc: FlowDoc, key: string, id: string): Problem[] {
  if (allowedId.test(key) && key === id) return []
  if (allowedId.test(key))
    return [
      {
        n: 3,
        code: 'bad_id',
        level: 'E',
        step: key,
        path: inStep(key, 'id'),
        text: `This step is stored as "${key}", but its ID is "${id}".`,
        repairs: [{ label: `Call it ${key}`, patch: [put(inStep(key, 'id'), key)] }],
      },
    ]
  const to = freshId(doc, key.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60) || 'step')
  const better = allowedId.test(to) ? to : freshId(doc, 'step')
  return [
    {
      n: 3,
      code: 'bad_id',
      level: 'E',
      step: key,
      path: inStep(key),
      text: `"${key}" cannot be an id: use up to 64 letters, digits, - and _.`,
      repairs: [{ label: `Rename to ${better}`, patch: rename(doc, key, better) }],
    },
  ]
}

/** Rule 4: targets that exist. */
export function targetProblems({ doc, lists }: Analysis): Problem[] {
  const ids = Object.keys(doc.steps)
  let unknown = 0
  return [...lists.values()].flat().flatMap(({ step, path, targets }) =>
    targets.flatMap((target, n): Problem[] => {
      if (Object.hasOwn(doc.steps, target)) return []
      const near = unknown++ < mostSuggested ? nearest(target, ids) : undefined
      return [
        {
          n: 4,
          code: 'next_unknown',
          level: 'E',
          step,
          path: `${path}/${n}`,
          text: `There’s no step "${target}".`,
          repairs: [
            ...(near === undefined
              ? []
              : [{ label: `Lead to ${titleIn(doc, near)}`, patch: [put(`${path}/${n}`, near)] }]),
            { label: 'Remove', patch: [remove(`${path}/${n}`)] },
          ],
        },
      ]
    }),
  )
}
