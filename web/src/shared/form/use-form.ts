import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { type Failure, fieldErrorsOf, type Problem, problemOf } from './problem.ts'
import { useCountdown } from './use-countdown.ts'

type Values<Name extends string> = Record<Name, string>
type Errors<Name extends string> = Partial<Record<Name, string>>

type FormOptions<Name extends string> = {
  initial: Values<Name>
  /** What is wrong before any call is made; the fields in the order in which they stand. */
  check: (values: Values<Name>) => Errors<Name>
  submit: (values: Values<Name>) => Promise<unknown>
  failure: Failure
  /** What the server refused about single fields, where its code says which; before its own words for fields. */
  refused?: (error: unknown) => Errors<Name> | undefined
}

/** Values, checks, the one call and its refusals, for forms of a few text fields. */
export function useForm<Name extends string>({ initial, check, submit, failure, refused }: FormOptions<Name>) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Errors<Name>>({})
  const [problem, setProblem] = useState<Problem>()
  const [busy, setBusy] = useState(false)
  const seconds = useCountdown(problem && 'waitUntil' in problem ? problem.waitUntil : undefined)
  const names = namesOf(initial)

  const show = (found: Errors<Name>) => {
    setErrors(found)
    const first = names.find((name) => found[name])
    const control = first && form.current?.elements.namedItem(first)
    if (control instanceof HTMLElement) control.focus()
    return first !== undefined
  }

  /** Tells whether it went well; what went wrong stands on the screen then. */
  const run = async (action: () => Promise<unknown>, onFailure: Failure = failure): Promise<boolean> => {
    setProblem(undefined)
    setBusy(true)
    try {
      await action()
      return true
    } catch (error) {
      if (!show(refused?.(error) ?? fieldErrorsOf(error, names))) setProblem(problemOf(error, onFailure))
      return false
    } finally {
      setBusy(false)
    }
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && seconds === 0 && !show(check(values))) void run(() => submit(values))
  }

  const set = (name: Name, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setErrors((before) => ({ ...before, [name]: undefined }))
  }

  const field = (name: Name) => ({
    name,
    value: values[name],
    readOnly: busy,
    required: true,
    onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.target.value),
  })

  return {
    values,
    errors,
    busy,
    run,
    set,
    field,
    /** Refused for a while after too many tries. */
    waiting: seconds > 0,
    problem: problem && !('waitUntil' in problem) ? problem : undefined,
    seconds,
    props: { ref: form, onSubmit, noValidate: true, 'aria-busy': busy },
  }
}

function namesOf<Name extends string>(values: Values<Name>): Name[] {
  const isName = (key: string): key is Name => key in values
  return Object.keys(values).filter(isName)
}
