import type { Hook, HookStyle, RepeatBy } from '@throughline/contracts/hooks'
import type { Target } from '@throughline/flow/form-mapping'
import { startMappingProblems, stepsOf } from '@throughline/flow/start-mapping'
import { type FixedTexts, fixedBody, fixedTexts, standInBody } from '../parts/fixed-values.ts'
import type { StandIn } from '../parts/stand-in-field.tsx'
import type { HookBody } from './hooks.api.ts'

/** A webhook as somebody works on it. */
export interface HookDraft {
  name: string
  style: HookStyle
  repeatBy: RepeatBy
  repeatPath: string
  title: string
  /** Where addresses of files stand in the body. */
  filesPath: string
  /** Paths as typed, by variable. */
  paths: Readonly<Record<string, string>>
  fixed: FixedTexts
  /** Variables that have a fixed value in place of a path. */
  fixedOnes: readonly string[]
  standIn?: StandIn | undefined
  told?: Hook['told'] | undefined
}

export const takesPath = ({ type }: Target) => type !== 'file'

/** Variables that the workflow requires are proposed with a path of their name. */
export const newDraft = (targets: readonly Target[]): HookDraft => ({
  name: '',
  style: 'standard',
  repeatBy: 'id',
  repeatPath: '',
  title: '',
  filesPath: '',
  paths: Object.fromEntries(
    targets.flatMap((one) => (one.required && takesPath(one) ? [[one.variable, `$.${one.variable}`]] : [])),
  ),
  fixed: {},
  fixedOnes: [],
})

/** Without variables that the workflow no longer has: they could be seen nowhere, and would be refused. */
export function draftOf(hook: Hook, targets: readonly Target[]): HookDraft {
  const known = new Set(targets.filter(takesPath).map(({ variable }) => variable))
  const fixed = fixedTexts(hook.fixed_values, targets)
  return {
    name: hook.name,
    style: hook.style,
    repeatBy: hook.repeat_by,
    repeatPath: hook.repeat_path,
    title: hook.title,
    filesPath: hook.files_path,
    paths: Object.fromEntries(Object.entries(hook.mapping).filter(([variable]) => known.has(variable))),
    fixed,
    fixedOnes: Object.keys(fixed),
    standIn: standInBody(hook.stand_in),
    told: hook.told ?? undefined,
  }
}

/** An id that GitHub sends is not signed: only the body tells its calls apart. */
export const repeatByOf = ({ style, repeatBy }: HookDraft): RepeatBy =>
  style === 'github' && repeatBy === 'id' ? 'body' : repeatBy

/** As it is sent; undefined while something is missing. */
export function bodyOf(draft: HookDraft, targets: readonly Target[]): HookBody | undefined {
  const isFixed = (variable: string) => draft.fixedOnes.includes(variable)
  const only = (texts: Readonly<Record<string, string>>, which: (variable: string) => boolean) =>
    Object.fromEntries(Object.entries(texts).filter(([name, text]) => which(name) && text.trim() !== ''))
  const mapping = only(draft.paths, (name) => !isFixed(name))
  const fixed = fixedBody(only(draft.fixed, isFixed), targets)
  const by = repeatByOf(draft)
  const isRepeatWrong = by === 'value' && !stepsOf(draft.repeatPath.trim())?.length
  const areFilesWrong = draft.filesPath.trim() !== '' && !stepsOf(draft.filesPath.trim())
  if (
    draft.name.trim() === '' ||
    isRepeatWrong ||
    areFilesWrong ||
    startMappingProblems(targets, mapping, fixed).length > 0
  )
    return undefined
  return {
    name: draft.name.trim(),
    style: draft.style,
    repeat_by: by,
    repeat_path: by === 'value' ? draft.repeatPath.trim() : '',
    title: draft.title.trim(),
    files_path: draft.filesPath.trim(),
    mapping,
    fixed_values: fixed,
    ...(draft.standIn && { stand_in: draft.standIn }),
    ...(draft.told && { told_id: draft.told.id }),
  }
}
