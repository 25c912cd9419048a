import { afterEach, expect, test } from 'vitest'
import { hostKind, readHosts } from './hosts.ts'

const configured = { app: 'work.example', admin: 'staff.example', www: 'example', usercontent: 'files.example' }

afterEach(() => {
  document.head.innerHTML = ''
})

test('the page says which host is which', () => {
  const meta = document.createElement('meta')
  meta.name = 'tl-hosts'
  meta.content = JSON.stringify(configured)
  document.head.append(meta)
  expect(readHosts()).toEqual(configured)
})

test.each([
  ['work.example', 'app'],
  ['staff.example', 'admin'],
  ['anything.else', 'app'],
])('%s is the %s host', (host, kind) => {
  expect(hostKind(configured, host)).toBe(kind)
})

test('without configuration the first label decides, and the port stays', () => {
  const hosts = readHosts(document, 'admin.localhost:5173')
  expect(hosts.app).toBe('app.localhost:5173')
  expect(hostKind(hosts, 'admin.localhost:5173')).toBe('admin')
})
