export interface AuthPorts {
  version: string;
  now: () => Date;
}
