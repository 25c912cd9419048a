import { defineConfig } from '@playwright/test'
import { setting } from './support/settings.ts'

const built = (name: string, port: string, path: string) => ({
  name,
  command: `node server/dist/main/${name}.js`,
  cwd: '..',
  url: `http://127.0.0.1:${setting(port)}${path}`,
  stdout: 'pipe' as const,
  stderr: 'pipe' as const,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
})

export default defineConfig({
  testDir: '.',
  globalSetup: './support/free-plan.ts',
  testMatch: process.env['FIGURES'] ? '*.figures.ts' : '*.spec.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Longer than anybody would wait: the machine may have little left for us. What has to be quick is measured by benches.
  timeout: 150_000,
  expect: { timeout: 20_000 },
  reporter: 'line',
  webServer: [
    built('api', 'API_PORT', '/readyz'),
    built('worker', 'WORKER_HEALTH_PORT', '/readyz'),
    built('relay', 'RELAY_HEALTH_PORT', '/readyz'),
    built('mail-in', 'MAIL_IN_HEALTH_PORT', '/readyz'),
  ],
  use: {
    baseURL: setting('APP_ORIGIN'),
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    colorScheme: 'light',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // A recorder that copies the page at every move would be what is measured.
    trace: process.env['FIGURES'] ? 'off' : { mode: 'retain-on-failure', screenshots: false, sources: false },
    launchOptions: {
      executablePath: '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
