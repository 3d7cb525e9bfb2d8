// libarchive's tables of ciphers, which it calls only with a password, and cofnod never has one: encrypted members are
// refused before. Without these, a program linked with its archive would need nettle for nothing.

extern "C" {
extern const void* const __archive_cryptor[7];
extern const void* const __archive_hmac[4];
const void* const __archive_cryptor[7] = {};
const void* const __archive_hmac[4] = {};
}
