import type { Field } from '../../document.ts'
import type { Analysis } from '../analysis.ts'
import { add, inStep, type Problem, pathTo, put, type Repair } from '../problem.ts'
import { variableOf, variableShape } from '../variables.ts'

/** Rule 33: fields that can be shown and answered. Rule 34 counts them. */
export function fieldProblems({ doc }: Analysis): Problem[] {
  const steps = Object.values(doc.steps)
  return [
    ...formProblems(doc.start_fields ?? [], '/start_fields'),
    ...Object.keys(doc.variables ?? {}).flatMap((name) =>
      variableShape.test(name) ? [] : [badName(pathTo('variables', name), name, [])],
    ),
    ...steps.flatMap((step) => {
      if (step.type === 'manual') return formProblems(step.fields, inStep(step.id, 'fields'), step.id)
      const outputs = 'output' in step ? namesOf(step.output, step.type === 'approval') : []
      return outputs.flatMap((name) =>
        variableShape.test(name) ? [] : [badName(inStep(step.id, 'output'), name, [], step.id)],
      )
    }),
  ]
}

const namesOf = (output: Record<string, string | undefined> | undefined, values: boolean): string[] =>
  Object.entries(output ?? {}).flatMap(([key, value]) => (values ? (value ?? []) : key))

function badName(path: string, name: string, repairs: Repair[], step?: string): Problem {
  return {
    n: 33,
    code: 'field_bad',
    level: 'E',
    ...(step !== undefined && { step }),
    path,
    text: `"${name}" cannot name a variable: use small letters, digits and _.`,
    repairs,
  }
}

function formProblems(fields: Field[], path: string, step?: string): Problem[] {
  const taken = new Set<string>()
  return fields.flatMap((field, n): Problem[] => {
    const at = `${path}/${n}`
    const bad = (text: string, key: string, ...repairs: Repair[]): Problem => ({
      n: 33,
      code: 'field_bad',
      level: 'E',
      ...(step !== undefined && { step }),
      path: `${at}/${key}`,
      text,
      repairs,
    })
    if (field.name.trim() === '')
      return [
        bad('Give this field a name.', 'name', {
          label: `Call it field_${n + 1}`,
          patch: [put(`${at}/name`, `field_${n + 1}`)],
        }),
      ]
    const problems: Problem[] = []
    const name = variableOf(field)
    const fresh = `${name.slice(0, 60) || 'field'}_${n + 1}`
    if (!variableShape.test(name))
      problems.push(
        badName(
          `${at}/variable`,
          name,
          [{ label: `Use field_${n + 1}`, patch: [add(`${at}/variable`, `field_${n + 1}`)] }],
          step,
        ),
      )
    else if (taken.has(name))
      problems.push(
        bad(`Another field in this form is named "${name}" too.`, 'variable', {
          label: `Name this one ${fresh}`,
          patch: [add(`${at}/variable`, fresh)],
        }),
      )
    taken.add(name)
    if (field.label.trim() === '')
      problems.push(
        bad('Give this field a label.', 'label', {
          label: `Call it ${field.name}`,
          patch: [put(`${at}/label`, field.name)],
        }),
      )
    return [...problems, ...kindProblems(field, at, bad)]
  })
}

function kindProblems(
  field: Field,
  at: string,
  bad: (text: string, key: string, ...repairs: Repair[]) => Problem,
): Problem[] {
  const problems: Problem[] = []
  if (field.type === 'select' && !field.options?.length)
    problems.push(
      bad('Add options to this list.', 'options', {
        label: 'Yes and no',
        patch: [
          add(`${at}/options`, [
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ]),
        ],
      }),
    )
  if (field.type === 'table' && !field.columns?.length)
    problems.push(
      bad('Add columns to this table.', 'columns', {
        label: 'Add a column',
        patch: [add(`${at}/columns`, [{ name: 'text', type: 'text', label: 'Text' }])],
      }),
    )
  const names = (field.columns ?? []).map(variableOf)
  if (
    field.columns?.some(({ type, name, label }) => type === 'table' || name.trim() === '' || label.trim() === '') ||
    new Set(names).size < names.length
  )
    problems.push(bad('Every column needs its own name and label, and can’t be a table.', 'columns'))
  if (field.min !== undefined && field.max !== undefined && field.min > field.max)
    problems.push(
      bad('The minimum is greater than the maximum.', 'min', {
        label: 'Use the most',
        patch: [put(`${at}/min`, field.max)],
      }),
    )
  return problems
}
