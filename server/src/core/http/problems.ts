import * as z from 'zod/mini'

// The small build of zod brings no words of its own.
z.config(z.locales.en())

/** What is wrong and where; every unknown key is named by itself. */
export const problemsOf = (issues: readonly z.core.$ZodIssue[]) =>
  issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'Unknown field' }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  )
