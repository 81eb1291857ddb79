// What a plugin is linked to and should not be.
extern "C" int venomx_hostile_foreign()
{
    return 0;
}
