/** Under this stand the answers about the workspace's secrets. */
export const secretsKey = ['integrations', 'secrets'] as const
