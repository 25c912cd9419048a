import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useTyped } from '../../../shared/expressions/use-typed.ts'

test('letters stand at once; one that comes back late does not take newer ones away', () => {
  const given: string[] = []
  const { result, rerender } = renderHook(({ value }) => useTyped(value, (text) => given.push(text)), {
    initialProps: { value: '' },
  })
  act(() => result.current[1]('a'))
  act(() => result.current[1]('ab'))
  expect(result.current[0]).toBe('ab')
  expect(given).toEqual(['a', 'ab'])
  rerender({ value: 'a' })
  expect(result.current[0]).toBe('ab')
  rerender({ value: 'ab' })
  expect(result.current[0]).toBe('ab')
})

test('what was changed elsewhere is shown', () => {
  const { result, rerender } = renderHook(({ value }) => useTyped(value, () => undefined), {
    initialProps: { value: 'one' },
  })
  act(() => result.current[1]('two'))
  rerender({ value: 'two' })
  rerender({ value: 'one' })
  expect(result.current[0]).toBe('one')
})
