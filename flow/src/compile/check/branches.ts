import type { ConditionStep, FlowDoc, Route, Step } from '../../document.ts'
import type { Analysis } from '../analysis.ts'
import { hasMember, membersOf } from '../bitset.ts'
import { add, inStep, type Patch, type Problem, put } from '../problem.ts'
import { bypass, freshId, titleIn } from '../references.ts'

const oneTarget = ({ type }: FlowDoc) => type === 'sequential'

/** Rule 6: a sequential workflow follows only the first target. */
export function ignoredTargets({ doc, lists }: Analysis): Problem[] {
  if (!oneTarget(doc)) return []
  return [...lists].flatMap(([id, own]) =>
    own.flatMap(({ path, targets, outcome }): Problem[] =>
      outcome === undefined || targets.length < 2
        ? []
        : [
            {
              n: 6,
              code: 'next_ignored',
              level: 'W',
              step: id,
              path,
              text: 'In a sequential workflow, only the first of these runs.',
              repairs: [
                { label: 'Make the workflow parallel', patch: [put('/type', 'parallel')] },
                { label: 'Choose between them with a condition', patch: choosing(doc, path, targets) },
                { label: 'Keep only the first', patch: [put(path, targets.slice(0, 1))] },
              ],
            },
          ],
    ),
  )
}

/** A condition in between, whose expressions are still to be written. */
function choosing(doc: FlowDoc, path: string, targets: string[]): Patch[] {
  const id = freshId(doc, 'choose')
  const branches = targets.slice(0, -1).map((target) => ({ when: 'false', next: [target] }))
  const step = { id, type: 'condition', name: 'Choose', next: targets, branches, else: targets.slice(-1) }
  return [put(path, [id]), add(inStep(id), step)]
}

/** Rule 12: a branch or route that leads nowhere. */
export function emptyWays({ doc, lists }: Analysis): Problem[] {
  return Object.entries(doc.steps).flatMap(([id, step]) =>
    (lists.get(id) ?? []).flatMap(({ path, targets, outcome }): Problem[] => {
      const isWay = outcome !== undefined && outcome !== 'done' && outcome !== 'approved'
      if (!isWay || targets.length > 0 || step.end_outcome !== undefined) return []
      return [
        {
          n: 12,
          code: 'branch_ends',
          level: 'W',
          step: id,
          path,
          text: 'This connection leads nowhere, so the instance may end here.',
          repairs: [{ label: 'Name this ending', patch: [add(inStep(id, 'end_outcome'), 'ended')] }],
        },
      ]
    }),
  )
}

const isCondition = (step: Step): step is ConditionStep => step.type === 'condition'

/** Rules 13 to 15: a condition decides, and always. */
export function conditionProblems({ doc, expressions }: Analysis): Problem[] {
  return Object.values(doc.steps)
    .filter(isCondition)
    .flatMap((step) => [...undecided(step), ...withoutElse(doc, step), ...neverTaken(doc, step, expressions)])
}

function undecided({ id, branches }: ConditionStep): Problem[] {
  const empty = { n: 13, code: 'condition_empty', level: 'E', step: id } as const
  if (branches.length === 0)
    return [
      {
        ...empty,
        path: inStep(id, 'branches'),
        text: 'Add a branch with a condition and the step it leads to.',
        repairs: [{ label: 'Add a branch', patch: [put(inStep(id, 'branches'), [{ when: 'true', next: [] }])] }],
      },
    ]
  return branches.flatMap(({ when }, n): Problem[] =>
    when.trim() !== ''
      ? []
      : [
          {
            ...empty,
            path: inStep(id, 'branches', n, 'when'),
            text: 'Set the condition for this branch.',
            repairs: [{ label: 'Always take it', patch: [put(inStep(id, 'branches', n, 'when'), 'true')] }],
          },
        ],
  )
}

function withoutElse(doc: FlowDoc, { id, branches, else: otherwise }: ConditionStep): Problem[] {
  if (otherwise !== undefined) return []
  const path = inStep(id, 'else')
  const target = branches.flatMap(({ next }) => next)[0]
  return [
    {
      n: 14,
      code: 'condition_no_else',
      level: 'E',
      step: id,
      path,
      text: 'Choose where to go when no branch matches.',
      repairs: [
        { label: 'Otherwise end here', patch: [add(path, [])] },
        ...(target === undefined
          ? []
          : [{ label: `Otherwise go to ${titleIn(doc, target)}`, patch: [add(path, [target])] }]),
      ],
    },
  ]
}

function neverTaken(
  doc: FlowDoc,
  { id, branches, else: otherwise }: ConditionStep,
  expressions: Analysis['expressions'],
): Problem[] {
  const never = { n: 15, code: 'branch_never', level: 'W', step: id } as const
  const isTrue = ({ when }: ConditionStep['branches'][number]) => {
    const checked = expressions.check(when, 'truth')
    return 'tree' in checked && checked.constant === true
  }
  const certain = branches.findIndex(isTrue)
  if (certain >= 0 && certain < branches.length - 1)
    return [
      {
        ...never,
        path: inStep(id, 'branches', certain + 1),
        text: 'An earlier branch is always true, so this one is never used.',
        repairs: [
          {
            label: 'Remove the branches after it',
            patch: [put(inStep(id, 'branches'), branches.slice(0, certain + 1))],
          },
        ],
      },
    ]
  const ways = [...branches.map(({ next }) => next), otherwise ?? []].map((next) => JSON.stringify(next))
  if (branches.length === 0 || otherwise === undefined || new Set(ways).size > 1) return []
  const around = bypass(doc, id, otherwise)
  return [
    {
      ...never,
      path: inStep(id, 'branches'),
      text: 'Every branch leads to the same step, so this condition has no effect.',
      repairs: around.length > 0 ? [{ label: 'Remove this condition', patch: around }] : [],
    },
  ]
}

/** A route on which nothing beside it is stopped. */
const isOpenRoute = (route: Route | undefined) => route !== undefined && 'next' in route && route.cancel === 'none'

/** Rule 16: what was rejected is not carried on by a branch beside it. */
export function leaks({ doc, graph, beside }: Analysis): Problem[] {
  if (!graph) return []
  return Object.entries(doc.steps).flatMap(([id, step]) => {
    if (step.type !== 'approval' || !(isOpenRoute(step.on_reject) || isOpenRoute(step.on_changes))) return []
    const at = graph.at.get(id) ?? -1
    const onward = graph.outs[at]?.find(({ name }) => name === 'approved' || name === 'done')?.targets ?? []
    const carried = membersOf(beside[at]).some((other) =>
      onward.some((target) => hasMember(graph.reach[other], target)),
    )
    if (!carried) return []
    return (['on_reject', 'on_changes'] as const).flatMap((key): Problem[] => {
      const route = step[key]
      if (!isOpenRoute(route)) return []
      if (graph.outs[at]?.some(({ name, back }) => back && name === (key === 'on_reject' ? 'rejected' : 'changes')))
        return []
      return [
        {
          n: 16,
          code: 'reject_leaks',
          level: 'W',
          step: id,
          path: inStep(id, key, 'cancel'),
          text: 'A parallel branch continues to a step that wasn’t approved.',
          repairs: [{ label: 'Stop the parallel branches', patch: [put(inStep(id, key, 'cancel'), 'siblings')] }],
        },
      ]
    })
  })
}
