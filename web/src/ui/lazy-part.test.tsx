import { afterEach, expect, test, vi } from 'vitest'
import { fetchPart } from './lazy-part.ts'

afterEach(() => vi.restoreAllMocks())

const failing = (times: number) => {
  const load = vi.fn(async () => 'part')
  for (let n = 0; n < times; n++) load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  return load
}

test('a part that is wanted without a connection comes when the connection is back', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = failing(2)
  const part = fetchPart(load)
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2))
  online.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await expect(part).resolves.toBe('part')
})

test('a connection that was back before the failure was told is tried at once, and a second failure is told', async () => {
  await expect(fetchPart(failing(1))).resolves.toBe('part')
  await expect(fetchPart(failing(2))).rejects.toThrow('Failed to fetch')
})
