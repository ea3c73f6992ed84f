/** The files of a small world of Bedrock Edition. */
export const worldFileTexts = {
  'level.dat': 'level',
  'levelname.txt': 'Our castle',
  'db/CURRENT': 'MANIFEST-000001\n',
  'db/MANIFEST-000001': 'manifest',
};

/** The files of a small world of Java Edition since 26.1. */
export const javaWorldTexts = {
  'level.dat': 'level',
  'session.lock': '☃',
  'dimensions/minecraft/overworld/region/r.0.0.mca': 'region',
};
