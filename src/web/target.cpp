namespace cofnod::web {}
